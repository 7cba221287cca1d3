package dev.agenthost.orchestrator.hostapi.write;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.hostapi.dispatch.CallArguments;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.state.StorageCall;
import dev.agenthost.protocol.store.state.StorageLimits;
import java.util.Optional;

/**
 * The page of storage keys that a call asks for: {@code prefix}, {@code after} and {@code limit}, as for state. A call with none of them,
 * as LangBot's SDK sends it, gets all keys.
 */
final class StoragePages {
    private StoragePages() {}

    static Optional<HostCallResponse> fault(JsonNode data) {
        return CallArguments.faultOfTexts(data, "prefix", "after")
                .or(() -> CallArguments.faultOfNumber(data, "limit"))
                .or(() -> JsonText.isClean(data.path("prefix")) && JsonText.isClean(data.path("after"))
                        ? Optional.empty()
                        : Optional.of(HostCallResponse.refused(
                                FailureCode.INVALID_ARGUMENT, "prefix and after must be keys")));
    }

    /** Reads arguments that have no fault. */
    static StorageCall of(StorageCall all, JsonNode data) {
        return all.only(
                data.path("prefix").textValue(),
                data.path("after").textValue(),
                data.path("limit").isIntegralNumber()
                        ? CallArguments.number(data, "limit", StorageLimits.MOST_KEYS, StorageLimits.MOST_KEYS)
                        : null);
    }
}
