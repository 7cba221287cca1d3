package dev.agenthost.gateway.intake.onebot;

import dev.agenthost.protocol.json.WireName;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The role of a connection (https://github.com/botuniverse/onebot-11/blob/master/communication/ws-reverse.md). */
enum SocketRole implements WireName {
    /** The implementation accepts calls. */
    API,
    /** The implementation reports events. */
    EVENT,
    /** Both, on one connection. */
    UNIVERSAL;

    /**
     * Returns the role of a header; empty for another text. That its case is of no importance is assumed.
     *
     * @param header null if the request has none
     */
    static Optional<SocketRole> of(@Nullable String header) {
        return header == null
                ? Optional.empty()
                : WireName.find(SocketRole.class, header.strip().toLowerCase(Locale.ROOT));
    }

    boolean acceptsCalls() {
        return this != EVENT;
    }
}
