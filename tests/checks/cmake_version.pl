#!/usr/bin/env perl
# tests/checks/cmake_version.pl [ROOT]: what a host's CMake reads of this tree uses no command, no
# word of a command, generator expression, variable, property or module that is newer than the
# version that CMakeLists.txt asks for. What is new when is read from the help of the CMake that is
# here. Fails with a line "file:line: what" for each.
use strict;
use warnings;
use File::Basename qw(dirname);

chdir($ARGV[0] // dirname(__FILE__) . '/../..') or die;
my @files = grep { -f } 'CMakeLists.txt', 'engine/CMakeLists.txt', glob('engine/cmake/*.cmake*');
my ($wanted) = slurp('CMakeLists.txt') =~ /cmake_minimum_required\(VERSION (\d+\.\d+)/
    or die "CMakeLists.txt: asks for no version\n";

sub slurp { open(my $in, '<', $_[0]) or die "$_[0]: $!\n"; local $/; return <$in> }
sub help { my $text = `cmake --help-$_[0]`; die "cmake has no help\n" if $? != 0 || !$text; return $text }
sub number { my ($major, $minor) = split /\./, $_[0]; return $major * 1000 + $minor }

# The parts of a page: [name, lines].
sub entries {
    my @lines = split /\n/, help($_[0]);
    my @entries;
    for my $i (0 .. $#lines) {
        if ($i < $#lines && $lines[$i] =~ /^\S+$/ && $lines[$i + 1] =~ /^-{3,}$/) {
            push @entries, [$lines[$i], []];
        } elsif (@entries) {
            push @{$entries[-1][1]}, $lines[$i];
        }
    }
    return @entries;
}

# Names whose page begins with a version that is too new; properties and variables of one word (as
# SYSTEM) are words of older commands, too.
my (%new, %new_word);
for my $page (qw(commands modules properties variables)) {
    for (entries($page)) {
        my ($name, $lines) = @$_;
        my ($first) = grep { !/^-*$/ && !/^\.\. (index|contents|program)::/ } @$lines;
        next if $page =~ /properties|variables/ && $name !~ /_/;
        next unless ($first // '') =~ /^\.\. versionadded:: (\d+\.\d+)/;
        $new{$name} = $1 if number($1) > number($wanted);
    }
}

# Words of a command that is older: those of the signature or of the option above the version.
# The version may be that of a further use of an older word; these are the ones in use here.
my %further_use = map { $_ => 1 } 'install FILES', 'add_custom_command OUTPUT',
    'get_property DIRECTORY', 'set_property DIRECTORY', 'set_property SOURCE';
for (entries('commands')) {
    my ($name, $lines) = @$_;
    my @above = ();
    for my $line (@$lines) {
        if ($line =~ /^\s*\.\. versionadded:: (\d+\.\d+)/) {
            my $since = $1;
            next if number($since) <= number($wanted);
            $new_word{$name}{$_} = $since for grep { !$further_use{"$name $_"} } @above;
        } elsif ($line =~ /^\s*\Q$name\E\(([A-Z_]+)/ || $line =~ /^\s*``([A-Z_]+)(?:``| )/
            || $line =~ /^([A-Z_]+)$/) {
            @above = ($1);
        } elsif ($line =~ /^\S/) {
            @above = () unless $line =~ /^[-^"~]+$|^\.\. /;
        }
    }
}

my @expressions = split /\n/, help('manual cmake-generator-expressions');
my $expression = '';
for (@expressions) {
    if (/^\s*\.\. genex:: \$<([A-Z_]+)/) { $expression = $1 }
    elsif ($expression && /^\s*\.\. versionadded:: (\d+\.\d+)/) {
        $new{"\$<$expression"} //= $1 if number($1) > number($wanted);
        $expression = '';
    } elsif (/\S/ && !/^\s*:/) { $expression = '' }
}
die "no word of CMake is newer than $wanted\n" unless %new && %new_word;

my $bad = 0;
for my $file (@files) {
    my $text = slurp($file);
    $text =~ s/#[^\n]*//g;
    my $command = '';
    my $line = 1;
    while ($text =~ /\G(?:(\n)|([A-Za-z_]\w*)(\s*\()?|(\$<[A-Z_]+)|.)/gs) {
        $line += defined $1;
        my ($word, $call) = ($2 // $4, $3);
        next unless defined $word;
        # Keywords of other commands may stand in the conditions of `if`, but none opens a call.
        $command = lc $word if $call && $word =~ /^[a-z_]+$/;
        my $since = $new{$word} // ($new_word{$command} // {})->{$word};
        next unless $since;
        print "$file:$line: $word", ($new{$word} ? '' : " of $command"),
            ": since CMake $since, $wanted is asked for\n";
        $bad = 1;
    }
}
exit $bad;
