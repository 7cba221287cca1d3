package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.datalifecycle.RetentionLimit;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Retention of each class of data, in days. The same on every replica. */
@ConfigMapping(prefix = "agenthost.retention")
interface RetentionSettings {
    /** Events, the results of runs, and the transcript. */
    Days conversations();

    Days audit();

    /** State, counted from its last write. */
    Days state();

    /** Artifacts; their default is {@code agenthost.artifacts.ttl}. */
    Artifacts artifacts();

    /** Platforms' own payloads. */
    Raw rawPayloads();

    /** Retention of one class. */
    interface Days {
        /** Default, if a workspace sets none. */
        @WithDefault("365")
        int days();

        /** Maximum that a workspace may set. */
        @WithDefault("3650")
        int maxDays();

        default RetentionLimit limit() {
            return new RetentionLimit(days(), maxDays());
        }
    }

    /** Retention of artifacts. */
    interface Artifacts {
        /** Maximum that a workspace may set. */
        @WithDefault("3650")
        int maxDays();
    }
    /** Retention of raw payloads of platforms. */
    interface Raw {
        /** Default, if a workspace sets none. */
        @WithDefault("7")
        int days();

        /** Maximum that a workspace may set. */
        @WithDefault("90")
        int maxDays();
    }
}
