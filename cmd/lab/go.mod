module tabuleiro/cmd/lab

go 1.26.0

require tabuleiro v0.0.0

require (
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/nicksnyder/go-i18n/v2 v2.7.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace tabuleiro => ../..
