package dev.agenthost.bench.cli;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The measures that docs/benchmarks.md explains. Some are taken together. */
enum Measure {
    B1,
    B2,
    B3,
    B6,
    B7,
    B10,
    /** No figure: where the processor's time goes. */
    PROFILE;

    /**
     * Those that are named; all of them for {@code all} and for nothing.
     *
     * @throws IllegalArgumentException for a name that is none, saying which there are
     */
    static Set<Measure> named(List<String> names) {
        if (names.isEmpty() || names.contains("all")) {
            return EnumSet.allOf(Measure.class);
        }
        var measures = EnumSet.noneOf(Measure.class);
        for (var name : names) {
            measures.add(Arrays.stream(values())
                    .filter(measure -> measure.name().equals(name.toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "there is no measure " + name + "; there are b1 b2 b3 b6 b7 b10 profile, and all")));
        }
        return measures;
    }
}
