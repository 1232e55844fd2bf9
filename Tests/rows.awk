# The tests of the rows of Docs/Conformance.md: for each test with a comment such as `// LIFE-3, LIFE-4` above it a
# line for each number, with a tab and the name of the test behind it. Input: sources of tests.
{ sub(/\r$/, "") }
FNR == 1 { numbers = "" }
/^ *\/\/ [A-Z]+-[0-9]+(, *[A-Z]+-[0-9]+)*$/ {
  sub(/^ *\/\/ /, "")
  numbers = $0
  line = FNR
  next
}
numbers != "" && FNR == line + 1 && !/@Test/ { numbers = "" }
numbers != "" && /func `/ {
  name = $0
  sub(/^.*func `/, "", name)
  sub(/`.*$/, "", name)
  count = split(numbers, row, /, */)
  for (i = 1; i <= count; i++) print row[i] "\t" name
  numbers = ""
}
