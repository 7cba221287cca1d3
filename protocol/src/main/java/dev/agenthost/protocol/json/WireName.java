package dev.agenthost.protocol.json;

import java.util.Locale;
import java.util.Optional;

/** A constant whose name on the wire is its own in lower case. Only enums implement it. */
public interface WireName {
    String name();

    default String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The constant of that wire name; names are exact. */
    static <E extends Enum<E> & WireName> Optional<E> find(Class<E> type, String wire) {
        for (E constant : type.getEnumConstants()) {
            if (constant.wire().equals(wire)) {
                return Optional.of(constant);
            }
        }
        return Optional.empty();
    }
}
