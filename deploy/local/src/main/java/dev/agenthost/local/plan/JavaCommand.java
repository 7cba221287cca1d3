package dev.agenthost.local.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How the JVMs of the box are started: small heaps, quick starts, and a mark by which a later start recognises what this
 * box left over.
 *
 * @param java the {@code java} of the JDK that runs the box
 * @param home whose mark they bear
 * @param compilation how far they compile
 */
public record JavaCommand(Path java, Path home, Compilation compilation) {
    /** For all of them: glibc keeps freed memory for each thread apart, unless told that two such places are enough. */
    static final Map<String, String> ENVIRONMENT = Map.of("MALLOC_ARENA_MAX", "2");

    /** The first argument of every JVM of the box that lives there. */
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
