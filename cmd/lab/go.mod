module tabuleiro/cmd/lab

go 1.26.0

require tabuleiro v0.0.0

replace tabuleiro => ../..
