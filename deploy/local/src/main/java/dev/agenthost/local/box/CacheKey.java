package dev.agenthost.local.box;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * The identity of a start by the properties that a JVM compares before it uses a cache: its own build, its flags, and the name,
 * size and time of every jar on the class path. System properties and arguments are not part of it, so replicas share a cache.
 */
final class CacheKey {
    private static final int DIGITS_OF_FLAGS = 8;
    private static final int DIGITS = 16;

    private CacheKey() {}

    /**
     * @param command of a JVM, with {@code -jar} or {@code -cp}
     * @return a hash of the JVM and its flags, a hyphen, and a hash of its jars; empty if the class path contains more than jars:
     *     the JVM uses no cache then
     */
    static Optional<String> of(List<String> command) throws IOException {
        var jars = new LinkedHashSet<Path>();
        for (var entry : classPath(command)) {
            if (!add(Path.of(entry).toAbsolutePath().normalize(), jars)) {
                return Optional.empty();
            }
        }
        var flags = sha256();
        update(flags, Runtime.version().toString());
        update(flags, command.getFirst());
        command.stream().filter(argument -> argument.startsWith("-X")).forEach(flag -> update(flags, flag));
        var digest = sha256();
        for (var jar : jars) {
            update(
                    digest,
                    jar + " " + Files.size(jar) + " "
                            + Files.getLastModifiedTime(jar).toMillis());
        }
        return jars.isEmpty() ? Optional.empty() : Optional.of(hex(flags, DIGITS_OF_FLAGS) + "-" + hex(digest, DIGITS));
    }

    private static List<String> classPath(List<String> command) {
        int jar = command.indexOf("-jar");
        int path = command.indexOf("-cp");
        return jar > 0
                ? List.of(command.get(jar + 1))
                : path > 0 ? List.of(command.get(path + 1).split(java.io.File.pathSeparator)) : List.of();
    }

    /** Adds a jar and the jars that its manifest names; returns false if it is no jar. */
    private static boolean add(Path jar, Set<Path> jars) throws IOException {
        if (!Files.isRegularFile(jar)) {
            return false;
        }
        if (!jars.add(jar)) {
            return true;
        }
        try (var file = new JarFile(jar.toFile())) {
            var manifest = file.getManifest();
            var more = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            if (more == null) {
                return true;
            }
            for (var entry : more.strip().split("\\s+")) {
                // A name in the manifest is a relative URL. The JVM also skips missing files.
                var next = Path.of(jar.toUri().resolve(entry));
                if (Files.exists(next) && !add(next, jars)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static String hex(MessageDigest digest, int digits) {
        return HexFormat.of().formatHex(digest.digest()).substring(0, digits);
    }

    private static void update(MessageDigest digest, String what) {
        digest.update(what.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
