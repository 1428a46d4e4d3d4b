module driver

go 1.19

require vang v0.1.0

replace vang => ../../../../packages/sdk-go
