package dev.agenthost.gateway.bot;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The platforms that the host itself connects. */
public enum BotPlatform {
    TELEGRAM;

    /** Returns the name: of the entrance, of the surface, and in the address of a webhook. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException for the name of no platform */
    public static BotPlatform ofWire(String name) {
        return Arrays.stream(values())
                .filter(platform -> platform.wire().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The platform of a bot must be one of "
                        + Arrays.stream(values()).map(BotPlatform::wire).collect(Collectors.joining(", "))
                        + ", not " + name));
    }
}
