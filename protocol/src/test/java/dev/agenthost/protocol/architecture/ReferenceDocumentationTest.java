package dev.agenthost.protocol.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the pages of tables and fail points against migrations and sources: nothing is missing there, and nothing else is listed. */
class ReferenceDocumentationTest {
    private static final Pattern FAIL_POINT = Pattern.compile("[\"`]([a-z]+\\.\\d\\d-[a-z-]+)[\"`]");
    private static final Pattern TABLE = Pattern.compile(
            "(?im)^\\s*create (?:unlogged )?table (?:if not exists )?(?:\\w+\\.)?(\\w+)(?! partition of)\\b");
    /** The first cell of a row. */
    private static final Pattern CELL = Pattern.compile("(?m)^\\| (`[^|]*)\\|");

    private static final Pattern NAME = Pattern.compile("`(\\w+)`");
    /** Created where the extension of PostgreSQL exists, so by no migration. */
    private static final Set<String> CREATED_BY_JAVA = Set.of("knowledge_near", "knowledge_near_documents");

    @Test
    void everyFailPointIsListed() throws IOException {
        Set<String> points = new TreeSet<>();
        for (Path file : JavaSources.below("src/main/java").values().stream()
                .flatMap(List::stream)
                .toList()) {
            String source = Files.readString(file);
            if (source.contains("FailPoint.at(")) {
                points.addAll(found(FAIL_POINT, source));
            }
        }

        assertThat(points).hasSizeGreaterThan(30);
        assertThat(found(FAIL_POINT, page("fail-points.md"))).isEqualTo(points);
    }

    @Test
    void everyTableIsListed() throws IOException {
        Set<String> tables = new TreeSet<>(CREATED_BY_JAVA);
        try (Stream<Path> modules = Files.list(JavaSources.PROJECT)) {
            for (Path database : modules.map(module -> module.resolve("src/main/resources/db"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(database)) {
                    for (Path file : files.filter(path -> path.toString().endsWith(".sql"))
                            .toList()) {
                        tables.addAll(found(TABLE, Files.readString(file)));
                    }
                }
            }
        }
        Set<String> listed = new TreeSet<>();
        found(CELL, page("tables.md")).forEach(cell -> listed.addAll(found(NAME, cell)));

        assertThat(tables).hasSizeGreaterThan(60);
        assertThat(listed).isEqualTo(tables);
    }

    private static String page(String name) throws IOException {
        return Files.readString(JavaSources.PROJECT.resolve("docs/reference").resolve(name));
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        pattern.matcher(text).results().forEach(match -> found.add(match.group(1)));
        return found;
    }
}
