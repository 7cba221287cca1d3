package dev.agenthost.protocol.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of what is kept of the specification, and of what is refused, name tests, or methods of them; each of them exists. */
class ConformanceTest {
    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`");

    @ParameterizedTest
    @ValueSource(strings = {"docs/protocol-v1-conformance.md", "docs/refusals.md"})
    void everyTestThatATableNamesExists(String document) throws IOException {
        List<MatchResult> named = NAMED.matcher(Files.readString(PROJECT.resolve(document)))
                .results()
                .toList();
        Map<String, Path> tests = tests();

        assertThat(named).hasSizeGreaterThan(20);
        assertThat(named).allSatisfy(found -> {
            assertThat(tests).containsKey(found.group(1));
            if (found.group(2) != null) {
                assertThat(Files.readString(tests.get(found.group(1))))
                        .as(found.group())
                        .contains("void " + found.group(2) + "(");
            }
        });
    }

    private static Map<String, Path> tests() throws IOException {
        Map<String, Path> tests = new HashMap<>();
        Files.walkFileTree(PROJECT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                return name.equals("target") || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith("Test.java")) {
                    tests.put(name.substring(0, name.length() - ".java".length()), file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return tests;
    }
}
