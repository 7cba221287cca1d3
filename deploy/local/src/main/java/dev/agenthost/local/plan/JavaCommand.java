package dev.agenthost.local.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The commands of the box's JVMs: small heaps, quick starts, and a mark by which a later start recognises processes that this box
 * left.
 *
 * @param java the {@code java} of the JDK that runs the box
 * @param home of the box, which is in the mark
 * @param compilation their compiler levels
 */
public record JavaCommand(Path java, Path home, Compilation compilation) {
    /** The environment of all JVMs: by default glibc keeps freed memory in an arena for each thread; this limits it to two. */
    static final Map<String, String> ENVIRONMENT = Map.of("MALLOC_ARENA_MAX", "2");

    /** The first argument of every JVM of the box with this home. */
    public static String mark(Path home) {
        return "-Dagenthost.box=" + home;
    }

    public static JavaCommand ofThisJvm(Path home, Compilation compilation) {
        return new JavaCommand(Path.of(System.getProperty("java.home"), "bin", "java"), home, compilation);
    }

    List<String> jar(Path jar, int heapMegabytes, List<String> properties) {
        var command = base(heapMegabytes, properties);
        command.add("-jar");
        command.add(jar.toString());
        return command;
    }

    List<String> main(String classPath, Class<?> main, int heapMegabytes, List<String> arguments) {
        var command = base(heapMegabytes, List.of());
        command.add("-cp");
        command.add(classPath);
        command.add(main.getName());
        command.addAll(arguments);
        return command;
    }

    private List<String> base(int heapMegabytes, List<String> properties) {
        int young = compilation.young(heapMegabytes);
        var command = new ArrayList<>(List.of(java.toString(), mark(home)));
        command.addAll(compilation.flags());
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "-Xmx" + heapMegabytes + "m",
                "-Xms" + 2 * young + "m",
                "-Xmn" + young + "m",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.util.logging.SimpleFormatter.format=%1$tF %1$tT.%1$tL %4$s %3$s %5$s%6$s%n"));
        command.addAll(properties);
        return command;
    }
}
