module tabuleiro/cmd/lab

go 1.26.0

require tabuleiro v0.0.0

require github.com/google/go-cmp v0.7.0 // indirect

replace tabuleiro => ../..
