package dev.agenthost.protocol.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the tables of settings against the configuration interfaces: every setting has one row with its default, and no other row exists. */
class SettingsDocumentationTest {
    private static final List<String> DOCUMENTS = List.of("docs/reference/settings.md", "docs/operations.md");
    private static final Pattern ROW = Pattern.compile("\\| `(agenthost\\.[^`]+)` \\|([^|]*)\\|.*");
    private static final Pattern LITERAL = Pattern.compile("`([^`]*)`");

    @Test
    void everySettingIsDocumentedWithItsDefault() throws IOException {
        Map<String, String> documented = documented();
        Map<String, String> declared = new TreeMap<>();
        for (var file : JavaSources.below("src/main/java").values().stream()
                .flatMap(List::stream)
                .toList()) {
            DeclaredSettings.of(Files.readString(file))
                    .forEach((name, value) -> declared.merge(name, value, (a, b) -> common(name, a, b)));
        }

        assertThat(declared).hasSizeGreaterThan(80);
        assertThat(documented).containsExactlyInAnyOrderEntriesOf(declared);
    }

    @Test
    void readsNamesAndDefaultsOfAConfigurationInterface() {
        assertThat(DeclaredSettings.of("""
                @ConfigMapping(prefix = "agenthost.pump")
                interface PumpSettings {
                    @WithDefault("4s")
                    Duration readTimeout();
                    Optional<String> label();
                    Map<String, Integer> weights();
                    @WithParentName
                    Map<String, Entry> entries();
                    Valve valve();
                    default int twice() { return 2; }
                    interface Entry { @WithDefault("*") Set<String> bots(); }
                    interface Valve { int size(); }
                }
                """))
                .isEqualTo(Map.of(
                        "agenthost.pump.read-timeout", "4s",
                        "agenthost.pump.label", "",
                        "agenthost.pump.weights.\"*\"", "",
                        "agenthost.pump.\"*\".bots", "*",
                        "agenthost.pump.valve.size", ""));
    }

    /** A setting that one service requires has no default. */
    private static String common(String name, String one, String other) {
        if (one.isEmpty() || other.isEmpty()) {
            return "";
        }
        assertThat(other).as("the default of " + name + " in every service").isEqualTo(one);
        return one;
    }

    /** The documented settings with the literal of their default; empty for a default in words and for none. */
    private static Map<String, String> documented() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        for (String document : DOCUMENTS) {
            try (Stream<String> lines = Files.lines(JavaSources.PROJECT.resolve(document))) {
                lines.map(ROW::matcher).filter(Matcher::matches).forEach(row -> {
                    Matcher literal = LITERAL.matcher(row.group(2));
                    String name = row.group(1).replaceAll("\"\\w+\"", "\"*\"");
                    assertThat(rows.put(name, literal.find() ? literal.group(1) : ""))
                            .as("a second row of " + name)
                            .isNull();
                });
            }
        }
        return rows;
    }
}
