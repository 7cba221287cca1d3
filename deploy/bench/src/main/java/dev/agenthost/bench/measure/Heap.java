package dev.agenthost.bench.measure;

import java.io.IOException;
import java.util.regex.Pattern;

/** The live objects in the heap of a running JVM. */
public final class Heap {
    private static final double MIB = 1024 * 1024;

    /** The last line of a class histogram: the number of objects and their bytes. */
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+(\\d+)\\s+(\\d+)\\s*$");

    private Heap() {}

    /** Mebibytes after a collection, which this method requests. */
    public static double afterCollection(long pid) throws IOException, InterruptedException {
        return total(Jcmd.answer(pid, "GC.class_histogram"));
    }

    static double total(String histogram) {
        var total = TOTAL.matcher(histogram);
        if (!total.find()) {
            throw new IllegalArgumentException("the histogram has no total");
        }
        return Long.parseLong(total.group(2)) / MIB;
    }
}
