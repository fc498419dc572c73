#!/usr/bin/env perl
# tests/checks/citations.pl [ROOT]: every document that the sources name (README.md,
# docs/nodes.md, "Compressed forms") is in the repository and has that heading. Exit code 1 with a
# line "file:line: what" for each that does not.
use strict;
use warnings;

chdir($ARGV[0] // ($0 =~ s{[^/]*$}{}r) . "../..") or die "no such folder\n";

# headings(DOCUMENT): its headings, as written and as the anchors of links.
my %headings;
sub headings {
    my ($document) = @_;
    return $headings{$document} //= do {
        my %found;
        open(my $in, "<", $document) or die "$document: $!\n";
        while (<$in>) {
            next unless /^#+ +(.*?)\s*$/;
            $found{$1} = 1;
            $found{"#" . lc($1 =~ s/[^\w\- ]//gr =~ s/ /-/gr)} = 1;
        }
        \%found;
    };
}

my ($bad, $cited) = (0, 0);
my @places = grep { -e } qw(engine tools tests bench docs examples README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md);
my @files = sort split /\0/, `find @places -type f -print0`;
die "find failed\n" if $? != 0;
for my $file (grep { -f && !m{^tests/checks/} && !m{^tests/fuzz/corpus/} } @files) {
    open(my $in, "<", $file) or die "$file: $!\n";
    my $text = do { local $/; <$in> } // next;
    next if $text =~ /\0/;
    # A name right behind a quotation mark is a file that the code opens. A heading may go
    # over a line break, with the sign of a comment behind it.
    while ($text =~ m{(?<![\w./"\}-])([\w./-]+\.md)\b((?:\#[\w-]+)?)(?:,\s*(?:(?://+!?<?|\*|\#)\s*)?"([^"]+)")?}g) {
        my ($document, $anchor, $heading) = ($1, $2, $3);
        my $line = 1 + (substr($text, 0, $-[0]) =~ tr/\n//);
        my $folder = $file =~ s{[^/]*$}{}r;
        my ($path) = grep { -f } $file =~ /\.md$/ ? ($folder . $document, $document) : ($document);
        ++$cited;
        my $fault;
        if (!defined $path) {
            $fault = "no document $document in the repository";
        } elsif ($anchor ne "" && !headings($path)->{$anchor}) {
            $fault = "$document has no heading for $anchor";
        } elsif (defined $heading && $file !~ /\.sh$/) {
            $heading =~ s{\s*\n\s*(?://+!?<?|\*|\#)?\s*}{ }g;
            $fault = "$document has no heading \"$heading\"" unless headings($path)->{$heading};
        }
        if (defined $fault) {
            print "$file:$line: $fault\n";
            $bad = 1;
        }
    }
}
if ($cited == 0) {
    print "no citation found, is this the repository?\n";
    $bad = 1;
}
exit $bad;
