package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.datalifecycle.RetentionLimit;
import dev.agenthost.context.datalifecycle.RetentionRules;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the implementations of erasure, export, rebuild and retention. */
@Dependent
class DataLifecycleWiring {

    @Produces
    @Singleton
    RetentionRules rules(RetentionSettings settings, ArtifactSettings artifacts) {
        int defaultDays = Math.toIntExact(Math.max(1, artifacts.ttl().toDays()));
        return new RetentionRules(
                settings.conversations().limit(),
                settings.audit().limit(),
                new RetentionLimit(
                        defaultDays, Math.max(defaultDays, settings.artifacts().maxDays())),
                settings.state().limit(),
                new RetentionLimit(
                        settings.rawPayloads().days(), settings.rawPayloads().maxDays()));
    }
}
