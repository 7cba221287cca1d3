package dev.agenthost.im.chat.connection;

import java.time.Duration;

/** The answer of a platform to the request for the address of a connection, or to its upgrade. */
public sealed interface AddressAnswer {
    /** Connect to this address. */
    record Address(String url, ConnectionTimes times) implements AddressAnswer {
        /** Without the address, whose query admits a connection. */
        @Override
        public String toString() {
            return "Address[]";
        }
    }

    /** There is no address, or no connection to it. */
    sealed interface Problem extends AddressAnswer {
        /** Returns one line without secrets. */
        String why();
    }

    /** The platform refuses the app, for instance because of its secret; the same attempt is refused again. */
    record Refused(String why) implements Problem {}

    /** No answer, or none that refuses: a later attempt may succeed. */
    record Failed(String why) implements Problem {}

    /** Too many attempts: the next one is made after this time. */
    record Limited(String why, Duration delay) implements Problem {}
}
