package dev.agenthost.bench.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How JVMs beside the box are started: as those in it, which compile at all levels. */
public final class JvmCommand {
    private JvmCommand() {}

    private static final int HEAP_MB = 256;

    /** Up to the name of the main class; the class path is this program's. */
    public static List<String> command() {
        return command(HEAP_MB);
    }

    /** With another heap than those of the box have. */
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
