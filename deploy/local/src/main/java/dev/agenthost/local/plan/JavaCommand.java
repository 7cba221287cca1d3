package dev.agenthost.local.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the JVMs of the box are started: small heaps, quick starts, and a mark by which a later start recognises what this
 * box left over.
 *
 * @param java the {@code java} of the JDK that runs the box
 * @param home whose mark they bear
 */
public record JavaCommand(Path java, Path home) {
    /** The first argument of every JVM of the box that lives there. */
    public static String mark(Path home) {
        return "-Dagenthost.box=" + home;
    }

    public static JavaCommand ofThisJvm(Path home) {
        return new JavaCommand(Path.of(System.getProperty("java.home"), "bin", "java"), home);
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
        var command = new ArrayList<>(List.of(
                java.toString(),
                mark(home),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx" + heapMegabytes + "m",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.util.logging.SimpleFormatter.format=%1$tF %1$tT.%1$tL %4$s %3$s %5$s%6$s%n"));
        command.addAll(properties);
        return command;
    }
}
