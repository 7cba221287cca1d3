package dev.agenthost.protocol.architecture;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The Java files of all modules. */
final class JavaSources {
    static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

    private static final String SUFFIX = ".java";
    private static final Set<String> SKIPPED = Set.of("target", "node_modules");

    private JavaSources() {}

    /** Simple names to files below the folder, such as {@code src/main/java}; several modules may share a name. */
    static Map<String, List<Path>> below(String folder) throws IOException {
        Map<String, List<Path>> sources = new TreeMap<>();
        Files.walkFileTree(PROJECT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                return SKIPPED.contains(name) || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith(SUFFIX)
                        && !name.equals("package-info.java")
                        && path(file).contains("/" + folder + "/")) {
                    sources.computeIfAbsent(
                                    name.substring(0, name.length() - SUFFIX.length()), key -> new ArrayList<>())
                            .add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }

    /** The path with slashes on every system. */
    static String path(Path file) {
        return file.toString().replace('\\', '/');
    }
}
