package dev.agenthost.gateway.webhook;

import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.WireName;

/** The forms in which programs sign their webhooks. */
public enum SignatureForm implements WireName {
    /** {@code X-AgentHost-Timestamp} and {@code X-AgentHost-Signature}, as the webhooks of this host have them. */
    AGENTHOST,
    /**
     * {@code X-Hub-Signature-256}: {@code sha256=} and the hexadecimal HMAC-SHA256 of the body, without a time
     * (https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries).
     */
    GITHUB,
    /**
     * {@code webhook-id}, {@code webhook-timestamp} and {@code webhook-signature}
     * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
     */
    STANDARD;

    private static final String OPTION = "signature";

    /** Returns the form of a bot; {@link #AGENTHOST} if it names none. */
    public static SignatureForm of(BotRegistration bot) {
        return WireName.find(SignatureForm.class, bot.options().path(OPTION).asText())
                .orElse(AGENTHOST);
    }
}
