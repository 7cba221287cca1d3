package dev.agenthost.orchestrator.runner.ws;

import io.quarkus.test.junit.QuarkusTestProfile;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** As {@link RunnerHalf}, with workspaces that may do little. */
public final class LimitedHalf implements QuarkusTestProfile {
    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(Owned.class, Listed.class);
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> overrides = new HashMap<>(new RunnerHalf().getConfigOverrides());
        overrides.put("agenthost.limits.host-calls-per-second", "5");
        overrides.put("agenthost.limits.bytes-per-minute", "10M");
        overrides.put("agenthost.limits.model-calls-per-minute", "1");
        return overrides;
    }

    // Beans that stand in a profile are there with that profile only.
    @Alternative
    @Singleton
    public static class Owned extends RunnerHalf.ScriptedOwnership {}

    @Alternative
    @Singleton
    public static class Listed extends RunnerHalf.ListedRuns {}
}
