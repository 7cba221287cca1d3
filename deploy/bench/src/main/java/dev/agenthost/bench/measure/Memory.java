package dev.agenthost.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The memory of a process and its descendants as Linux accounts for it: shared pages by equal parts (PSS). */
public final class Memory {
    private static final double KIB_IN_MIB = 1024;

    private Memory() {}

    /** Mebibytes; empty if the system does not report them. */
    public static Optional<Double> of(long pid) {
        return ProcessHandle.of(pid).flatMap(process -> {
            var own = ofOne(pid);
            var others = process.descendants()
                    .map(child -> ofOne(child.pid()).orElse(0.0))
                    .mapToDouble(Double::doubleValue)
                    .sum();
            return own.map(mebibytes -> mebibytes + others);
        });
    }

    private static Optional<Double> ofOne(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/smaps_rollup")).stream()
                    .filter(line -> line.startsWith("Pss:"))
                    .map(line -> Long.parseLong(line.replaceAll("\\D", "")) / KIB_IN_MIB)
                    .findFirst();
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
