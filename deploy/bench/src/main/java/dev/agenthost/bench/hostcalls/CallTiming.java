package dev.agenthost.bench.hostcalls;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The timings of the calls of one run, printed as one line.
 *
 * @param begin of the first, on the machine's monotonic clock
 * @param end of the last
 * @param errors number of failed calls
 * @param nanos duration of each other call
 */
record CallTiming(String batch, long begin, long end, int errors, long[] nanos) {
    private static final String WORD = "timed";
    private static final int WORDS = 6;

    CallTiming {
        nanos = nanos.clone();
    }

    @Override
    public long[] nanos() {
        return nanos.clone();
    }

    String line() {
        return WORD + " " + batch + " " + begin + " " + end + " " + errors + " "
                + LongStream.of(nanos).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    /** Parses a line; empty if the line is not a timing. */
    static Optional<CallTiming> of(String line) {
        var words = line.split(" ", WORDS);
        if (words.length != WORDS || !words[0].equals(WORD)) {
            return Optional.empty();
        }
        var nanos = words[5].isEmpty()
                ? new long[0]
                : Arrays.stream(words[5].split(",")).mapToLong(Long::parseLong).toArray();
        return Optional.of(new CallTiming(
                words[1], Long.parseLong(words[2]), Long.parseLong(words[3]), Integer.parseInt(words[4]), nanos));
    }
}
