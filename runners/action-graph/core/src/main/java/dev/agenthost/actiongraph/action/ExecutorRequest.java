package dev.agenthost.actiongraph.action;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The executor that an action asks for. The runtime decides, and may override or refuse the wish.
 *
 * @param type the class of the executor; null if only target or capabilities were given
 * @param target the name of an executor, or {@link #AUTO}
 * @param capabilities the wanted capabilities
 */
public record ExecutorRequest(@Nullable ExecutorType type, String target, List<String> capabilities) {
    /** The target that leaves the choice to the runtime. */
    public static final String AUTO = "auto";

    public static final int MAX_CAPABILITIES = 32;

    public ExecutorRequest {
        capabilities = List.copyOf(capabilities);
    }

    /** Returns true if the runtime chooses the executor. */
    public boolean isAuto() {
        return target.equals(AUTO);
    }
}
