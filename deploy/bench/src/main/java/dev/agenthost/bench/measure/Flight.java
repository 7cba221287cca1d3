package dev.agenthost.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * A flight recording of a running JVM with a stack for every few milliseconds of processor time (JEP 509, from JDK 25 on Linux).
 */
final class Flight {
    private static final String EVENT = "jdk.CPUTimeSample";
    private static final String SETTINGS = """
            <configuration version="2.0"><event name="%s">
            <setting name="enabled">true</setting><setting name="throttle">%dms</setting></event></configuration>
            """;
    private static final Duration EACH = Duration.ofMillis(5);
    private static final String NAME = "bench";

    private final long pid;
    private final Path file;

    private Flight(long pid, Path file) {
        this.pid = pid;
        this.file = file;
    }

    /** @param directory for the recording, which stays there for a closer analysis */
    static Flight start(long pid, String name, Path directory) throws IOException, InterruptedException {
        var settings = directory.resolve("settings.jfc");
        Files.writeString(settings, SETTINGS.formatted(EVENT, EACH.toMillis()));
        var flight = new Flight(pid, directory.resolve(name + ".jfr"));
        Jcmd.run(pid, "JFR.start", "name=" + NAME, "settings=" + settings);
        return flight;
    }

    /** Processor time by code area; work of the JVM itself (compiler, collector) is not included. */
    Map<CodeArea, Duration> stop() throws IOException, InterruptedException {
        Jcmd.run(pid, "JFR.stop", "name=" + NAME, "filename=" + file);
        var spent = new EnumMap<CodeArea, Duration>(CodeArea.class);
        try (var recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                var event = recording.readEvent();
                if (event.getEventType().getName().equals(EVENT)) {
                    var stack = event.getStackTrace();
                    var types = stack == null ? List.<RecordedFrame>of() : stack.getFrames();
                    var part = CodeArea.of(types.stream()
                            .map(frame -> frame.getMethod().getType().getName())
                            .toList());
                    spent.merge(part, event.getDuration("samplingPeriod"), Duration::plus);
                }
            }
        }
        return spent;
    }
}
