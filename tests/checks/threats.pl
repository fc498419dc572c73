#!/usr/bin/env perl
# tests/checks/threats.pl [ROOT]: docs/security.md names tests for every threat id, none is missing,
# and each of these tests exists and carries the id.
use strict;
use warnings;
use FindBin;
my $root = shift // "$FindBin::Bin/../..";

# How many ids each family has.
my %count = (ARC => 15, IO => 2, TXT => 15, BIN => 5, ZN => 17, BM => 6, RJ => 1, BEH => 1, DLG => 1,
    D3 => 6, BAKE => 6, MEM => 5, THR => 1, ERR => 1, DET => 1, CHK => 2, SUP => 1);

my (%tests, %named, @faults);
my @files = split /\n/, `find '$root/tests' -name '*_test.cpp'`;
die "find failed\n" if $? != 0;
for my $file (@files) {
    open my $in, '<', $file or die "$file: $!\n";
    while (<$in>) {
        next unless /^TEST(?:_F|_P)?\((\w+), (\w+)/;
        $tests{"$1.$2"} = 1;
    }
}
open my $doc, '<', "$root/docs/security.md" or die "docs/security.md: $!\n";
while (<$doc>) {
    next unless /^\| ([A-Z0-9]+)-(\d\d) \|.*\| ([^|]*) \|$/;
    my ($id, $family, $number, $cell) = ("$1_$2", $1, $2, $3);
    push @faults, "$id: no such family or number" if !$count{$family} || $number > $count{$family};
    push @faults, "$id stands twice" if exists $named{$id};
    $named{$id} = {};
    while ($cell =~ /`([^`]+)`/g) {
        $named{$id}{$1} = 1;
        push @faults, "$id: there is no test $1" unless $tests{$1};
        push @faults, "$id: $1 does not carry the id" unless $1 =~ /\.${id}_/;
    }
    push @faults, "$id has no test" unless %{$named{$id}};
}
for my $family (sort keys %count) {
    for my $number (1 .. $count{$family}) {
        my $id = sprintf '%s_%02d', $family, $number;
        push @faults, "$id is missing in docs/security.md" unless exists $named{$id};
    }
}
print "$_\n" for @faults;
printf "%d ids, %d tests\n", scalar keys %named, scalar map { keys %$_ } values %named unless @faults;
exit(@faults ? 1 : 0);
