package dev.agenthost.bench.measure;

import dev.agenthost.bench.testbed.BenchBox;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Processor time of the processes of a box since their start, descendants included. */
public final class Processor {
    private Processor() {}

    /** By the name of the process, with the bench runner and this program, which generates the load. */
    public static Map<String, Duration> used(BenchBox box) {
        var used = new LinkedHashMap<String, Duration>();
        for (var process : box.box().processes()) {
            ProcessHandle.of(process.pid()).ifPresent(handle -> used.put(process.name(), of(handle)));
        }
        used.put("bench runner", of(box.runner()));
        used.put(
                "load generator",
                ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO));
        return used;
    }

    private static Duration of(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
