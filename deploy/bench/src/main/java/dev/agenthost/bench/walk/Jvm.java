package dev.agenthost.bench.walk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How JVMs beside the box are started: as those in it. */
public final class Jvm {
    private Jvm() {}

    /** Up to the name of the main class; the class path is this program's. */
    public static List<String> command() {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Xmn32m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path")));
    }
}
