package dev.agenthost.platform.observability.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounded labels for values that callers choose: the first names of a process are kept, all later ones share {@link #OTHER}. Otherwise
 * callers could create labels without limit in the process and in the collector. A name is kept as long as the process runs, because its
 * counters are.
 */
public final class BoundedLabels {
    /** The label of later values. */
    public static final String OTHER = "OTHER";

    /** The longest label, in characters. */
    private static final int LONGEST = 200;

    private final int most;
    private final Set<String> labels = ConcurrentHashMap.newKeySet();

    /** @param most the number of kept names */
    public BoundedLabels(int most) {
        this.most = most;
    }

    /** Returns the name, or {@link #OTHER}; the same at each call. */
    public String of(String name) {
        return labels.contains(name) || name.length() <= LONGEST && keep(name) ? name : OTHER;
    }

    private synchronized boolean keep(String name) {
        return labels.contains(name) || labels.size() < most && labels.add(name);
    }
}
