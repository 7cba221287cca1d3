package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.flowcontrol.Rate;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceWeights;
import dev.agenthost.protocol.store.state.StorageLimits;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.EnumMap;
import java.util.Map;

/** {@code agenthost.limits}: of each workspace, on all replicas together; 0 for no limit. */
@ConfigMapping(prefix = "agenthost.limits")
public interface LimitSettings {
    int MOST_WEIGHT = 1000;

    @WithDefault("5000")
    int hostCallsPerSecond();

    /** The limit of values that runners write through the host API. */
    @WithDefault("600M")
    MemorySize bytesPerMinute();

    @WithDefault("6000")
    int modelCallsPerMinute();

    /** The share of a workspace, by id, of a runner for which several workspaces wait; all others have 1. */
    Map<String, Integer> weights();

    default WorkspaceWeights workspaceWeights() {
        weights().forEach((workspace, weight) -> {
            if (weight < 1 || weight > MOST_WEIGHT) {
                throw new IllegalArgumentException(
                        "agenthost.limits.weights.\"" + workspace + "\" is " + weight + "; it is 1 to " + MOST_WEIGHT);
            }
        });
        return new WorkspaceWeights(weights());
    }

    /** Returns the rates of the kinds with a limit; an invalid setting fails the start and is named. */
    default Map<RateKind, Rate> rates() {
        long bytes = bytesPerMinute().asLongValue();
        notNegative(hostCallsPerSecond(), "host-calls-per-second");
        notNegative(bytes, "bytes-per-minute");
        notNegative(modelCallsPerMinute(), "model-calls-per-minute");
        if (bytes != 0 && bytes < StorageLimits.VALUE_BYTES) {
            throw new IllegalArgumentException(
                    "agenthost.limits.bytes-per-minute is less than the largest value, " + StorageLimits.VALUE_BYTES);
        }
        Map<RateKind, Rate> rates = new EnumMap<>(RateKind.class);
        if (hostCallsPerSecond() > 0) {
            rates.put(RateKind.HOST_CALLS, Rate.perSecond(hostCallsPerSecond()));
        }
        if (bytes > 0) {
            rates.put(RateKind.BYTES_WRITTEN, Rate.perMinute(bytes));
        }
        if (modelCallsPerMinute() > 0) {
            rates.put(RateKind.MODEL_CALLS, Rate.perMinute(modelCallsPerMinute()));
        }
        return rates;
    }

    private static void notNegative(long value, String name) {
        if (value < 0) {
            throw new IllegalArgumentException("agenthost.limits." + name + " is less than 0");
        }
    }
}
