package dev.agenthost.gateway.raw;

import dev.agenthost.protocol.store.raw.RawKept;
import dev.agenthost.protocol.store.raw.RawPut;
import java.util.concurrent.CompletionStage;

/** Where payloads are kept. */
public interface RawStore {
    /** Keeps one for each event; fails where it cannot be asked, or says no. Never blocks. */
    CompletionStage<RawKept> keep(RawPut put);
}
