package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.datalifecycle.RetentionLimit;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** How long each class of data lives, in days. The same on every replica. */
@ConfigMapping(prefix = "agenthost.retention")
interface RetentionSettings {
    /** Events, what runs made of them, and the transcript. */
    Days conversations();

    Days audit();

    /** Since it was last written. */
    Days state();

    /** Where a workspace says nothing, {@code agenthost.artifacts.ttl} counts. */
    Artifacts artifacts();

    /** Platforms' own payloads. */
    Raw rawPayloads();

    /** Of one class. */
    interface Days {
        /** Where a workspace says nothing itself. */
        @WithDefault("365")
        int days();

        /** The most that a workspace may say. */
        @WithDefault("3650")
        int maxDays();

        default RetentionLimit kept() {
            return new RetentionLimit(days(), maxDays());
        }
    }

    /** Of artifacts. */
    interface Artifacts {
        /** The most that a workspace may say. */
        @WithDefault("3650")
        int maxDays();
    }
    /** Of platforms' own payloads. */
    interface Raw {
        /** Where a workspace says nothing itself. */
        @WithDefault("7")
        int days();

        /** The most that a workspace may say. */
        @WithDefault("90")
        int maxDays();
    }
}
