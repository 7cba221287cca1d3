package dev.agenthost.protocol.context;

/**
 * The Host API calls that this run may make (spec 000 §5.8). {@code promptGet} and those after {@code storage} are
 * later additions of LangBot, {@code runDelegate} and {@code timerSet} this host's own; older runners ignore them.
 */
public record ContextApiCapabilities(
        boolean historyPage,
        boolean historySearch,
        boolean eventGet,
        boolean eventPage,
        boolean artifactMetadata,
        boolean artifactRead,
        boolean state,
        boolean storage,
        boolean promptGet,
        boolean steeringPull,
        boolean runGet,
        boolean runList,
        boolean runEventsPage,
        boolean runCancel,
        boolean runDelegate,
        boolean timerSet) {
    private static final ContextApiCapabilities NONE = new ContextApiCapabilities(
            false, false, false, false, false, false, false, false, false, false, false, false, false, false, false,
            false);

    public static ContextApiCapabilities none() {
        return NONE;
    }
}
