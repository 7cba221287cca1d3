package dev.agenthost.bench.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command of JVMs beside the box, which, like those of the box, compile at all levels. */
public final class JvmCommand {
    private JvmCommand() {}

    private static final int HEAP_MB = 256;

    /** The command up to the name of the main class; the class path is this program's. */
    public static List<String> command() {
        return command(HEAP_MB);
    }

    /** The command with another heap size than those of the box. */
    public static List<String> command(int heapMegabytes) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx" + heapMegabytes + "m",
                "-Xmn32m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path")));
    }
}
