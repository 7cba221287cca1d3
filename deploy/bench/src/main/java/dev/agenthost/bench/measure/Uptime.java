package dev.agenthost.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Linux's clock of processes: seconds since the machine started, to a hundredth. */
final class Uptime {
    /** Ticks a second in {@code /proc/<pid>/stat}; the same on every Linux that Java runs on. */
    private static final double TICKS_A_SECOND = 100;

    /** The index of the start time after the name, which may contain blanks: field 22 of proc(5), counted from the third. */
    private static final int BEGAN = 22 - 3;

    private Uptime() {}

    static double now() throws IOException {
        return Double.parseDouble(Files.readString(Path.of("/proc/uptime")).split(" ")[0]);
    }

    /** The start time of a process. */
    static double began(long pid) throws IOException {
        var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        var afterName = stat.substring(stat.lastIndexOf(')') + 2);
        return Long.parseLong(afterName.split(" ")[BEGAN]) / TICKS_A_SECOND;
    }
}
