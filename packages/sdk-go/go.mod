module vang

go 1.19
