package dev.agenthost.bench.cli;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The measures of docs/benchmarks.md. Some run together. */
enum Measure {
    B1,
    B2,
    B3,
    /** Not among all of them: it fills a database for long. */
    B4,
    B5,
    B6,
    B7,
    B9,
    B10,
    /** A GiB in and out of context-store. */
    ARTIFACT,
    /** Many runs begun at one moment. */
    CROWD,
    /** The first delta with 200 at once. */
    FIRST,
    /** Runners that do harm. */
    FLOOD,
    /** Tasks as graphs of actions and as loops of tool calls, in a box of its own. */
    GRAPH,
    /** The first event on each partition, in a box of its own. */
    IDLE,
    /** A scripted plugin of LangBot's SDK 0.5. */
    PEER,
    /** No figure: processor time by code area. */
    PROFILE,
    /** A chat that takes one call a second, in a box of its own. */
    SLOW,
    /** Webhooks of a platform, in a box of its own. */
    WEBHOOK;

    static final String NAMES =
            "b1 b2 b3 b4 b5 b6 b7 b9 b10 artifact crowd first flood graph idle peer profile slow webhook";

    /** The measures with a box of their own. */
    static final Set<Measure> ALONE = EnumSet.of(B4, B6, ARTIFACT, GRAPH, IDLE, SLOW, WEBHOOK);

    /**
     * The measures with these names; all except {@link #B4} for {@code all} and for no names.
     *
     * @throws IllegalArgumentException for an unknown name, with the list of measures
     */
    static Set<Measure> named(List<String> names) {
        if (names.isEmpty() || names.contains("all")) {
            var all = EnumSet.allOf(Measure.class);
            if (!names.contains(B4.name().toLowerCase(Locale.ROOT))) {
                all.remove(B4);
            }
            return all;
        }
        var measures = EnumSet.noneOf(Measure.class);
        for (var name : names) {
            measures.add(Arrays.stream(values())
                    .filter(measure -> measure.name().equals(name.toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "there is no measure " + name + "; there are " + NAMES + ", and all")));
        }
        return measures;
    }
}
