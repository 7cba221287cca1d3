package dev.agenthost.delivery.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each text that the page shows has a Chinese translation with the same placeholders. */
class PageTextsTest {
    private static final Path PAGE = Path.of("src/main/resources/web/app");
    private static final Path CHINESE = PAGE.resolve("state/chinese.js");
    private static final Pattern SHOWN = Pattern.compile("\\bt\\('((?:[^'\\\\]|\\\\.)*)'");
    private static final Pattern TRANSLATED =
            Pattern.compile("(?m)^ {2}(?:'((?:[^'\\\\]|\\\\.)*)'|(\\w+)): '((?:[^'\\\\]|\\\\.)*)',$");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");

    @Test
    void everyTextHasATranslation() throws IOException {
        Set<String> translated = new TreeSet<>();
        TRANSLATED
                .matcher(Files.readString(CHINESE))
                .results()
                .forEach(entry -> translated.add(entry.group(1) == null ? entry.group(2) : entry.group(1)));
        assertThat(translated).hasSizeGreaterThan(200).containsAll(shown());
    }

    @Test
    void aTranslationHasThePlaceholdersOfItsText() throws IOException {
        assertThat(TRANSLATED.matcher(Files.readString(CHINESE)).results()).allSatisfy(entry -> {
            String text = entry.group(1) == null ? entry.group(2) : entry.group(1);
            assertThat(placeholders(entry.group(3))).as(text).isEqualTo(placeholders(text));
        });
    }

    private static Set<String> shown() throws IOException {
        Set<String> shown = new TreeSet<>();
        try (Stream<Path> files = Files.walk(PAGE)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".js")).toList()) {
                SHOWN.matcher(Files.readString(file)).results().forEach(text -> shown.add(text.group(1)));
            }
        }
        return shown;
    }

    private static Set<String> placeholders(String text) {
        Set<String> found = new TreeSet<>();
        PLACEHOLDER.matcher(text).results().forEach(placeholder -> found.add(placeholder.group()));
        return found;
    }
}
