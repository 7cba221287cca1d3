package dev.agenthost.bench.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The machine and the version that a figure belongs to. */
final class BenchEnvironment {
    private static final long KIB_IN_GIB = 1024L * 1024;

    private BenchEnvironment() {}

    /** Processors, memory, system, JDK, and the load average of the machine before the start. */
    static String machine() {
        return Runtime.getRuntime().availableProcessors() + " cores (" + line("/proc/cpuinfo", "model name") + "), "
                + memory() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.version") + ", JDK "
                + Runtime.version() + ", load average " + load() + " before the begin";
    }

    /** The commit, marked if the working tree has changes; {@code unknown} if git cannot be asked. */
    static String version(Path project) {
        try {
            var process = new ProcessBuilder("git", "describe", "--always", "--dirty")
                    .directory(project.toFile())
                    .redirectErrorStream(true)
                    .start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0 ? said : "unknown";
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    private static String memory() {
        var kibibytes = line("/proc/meminfo", "MemTotal").replaceAll("\\D", "");
        return kibibytes.isEmpty() ? "memory unknown" : Long.parseLong(kibibytes) / KIB_IN_GIB + " GiB";
    }

    private static String load() {
        try {
            return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
        } catch (IOException elsewhere) {
            return "unknown";
        }
    }

    private static String line(String file, String name) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException elsewhere) {
            return "unknown";
        }
    }
}
