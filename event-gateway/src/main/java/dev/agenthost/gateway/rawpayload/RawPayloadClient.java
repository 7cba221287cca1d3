package dev.agenthost.gateway.rawpayload;

import dev.agenthost.protocol.store.RawPayloadWrite;
import java.util.concurrent.CompletionStage;

/** Client of the store of raw payloads. */
public interface RawPayloadClient {
    /** Stores one payload for each event; fails if the store did not answer, or refused. Never blocks. */
    CompletionStage<RawPayloadResponse> keep(RawPayloadWrite put);
}
