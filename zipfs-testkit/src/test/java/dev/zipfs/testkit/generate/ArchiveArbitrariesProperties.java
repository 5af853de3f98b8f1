package dev.zipfs.testkit.generate;

import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryModel;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** The generators reach the hard cases. */
class ArchiveArbitrariesProperties {
    @Provide
    Arbitrary<ArchiveModel> sane() {
        return ArchiveArbitraries.sane(70_000);
    }

    @Provide
    Arbitrary<byte[]> nasty() {
        return NameArbitraries.nasty();
    }

    @Property(tries = 300, seed = "8")
    void saneArchivesVary(@ForAll("sane") ArchiveModel model) {
        Statistics.label("entries")
                .collect(model.entries().isEmpty() ? "none" : model.entries().size() == 1 ? "one" : "many")
                .coverage(coverage -> {
                    coverage.check("none").percentage(p -> p > 1);
                    coverage.check("one").percentage(p -> p > 3);
                    coverage.check("many").percentage(p -> p > 50);
                });
        Statistics.label("prefix")
                .collect(model.prefix().isCounted())
                .coverage(coverage -> coverage.check(false).percentage(p -> p > 8));
        boolean folders =
                model.entries().stream().anyMatch(entry -> entry.name().contains("/"));
        boolean beyondAscii = model.entries().stream().anyMatch(this::beyondAscii);
        Statistics.label("folders").collect(folders).coverage(c -> c.check(true).percentage(p -> p > 50));
        Statistics.label("beyond ASCII")
                .collect(beyondAscii)
                .coverage(c -> c.check(true).percentage(p -> p > 30));
    }

    private boolean beyondAscii(EntryModel entry) {
        return entry.rawName().length != entry.name().length();
    }

    @Property(tries = 1000, seed = "9")
    void nastyNamesAreNasty(@ForAll("nasty") byte[] name) {
        String text = new String(name, StandardCharsets.UTF_8);
        check("climbs", text.contains(".."), 5);
        check("absolute", text.startsWith("/") || text.startsWith("\\"), 10);
        check("backslash", text.contains("\\"), 10);
        check("empty part", text.contains("//") || text.isEmpty(), 5);
        check("folder", text.endsWith("/"), 10);
        check("no UTF-8", text.contains("\uFFFD"), 5);
        check("control", text.chars().anyMatch(c -> c < ' '), 5);
        check("long", text.length() > 255, 5);
        check("device", text.matches("(?i).*\\b(con|nul|com1)\\b.*"), 2);
    }

    private static void check(String label, boolean holds, int percentage) {
        Statistics.label(label)
                .collect(holds)
                .coverage(coverage -> coverage.check(true).percentage(p -> p >= percentage));
    }
}
