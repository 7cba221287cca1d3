package dev.agenthost.delivery.send;

/** The reason for which a part was not delivered, in receipts. */
public enum RejectionCode {
    /** {@code secret_ref} names a secret that this service does not have, or is missing. */
    SECRET_MISSING("webhook.secret_missing"),
    /** The address is not an absolute http or https URL with a host. */
    URL_INVALID("webhook.url_invalid"),
    /** The host has an address inside a private network. */
    ADDRESS_FORBIDDEN("webhook.address_forbidden"),
    /** The receiver refused the part permanently: a status that is neither a success nor worth repeating. */
    REFUSED("webhook.refused"),
    /** The receiver did not accept the part before it grew too old. */
    GIVEN_UP("webhook.given_up"),
    /**
     * The adapter's topic did not accept the part before it grew too old: it does not exist, or this service may not
     * write to it.
     */
    OUTBOUND_GIVEN_UP("outbound.given_up"),
    /** The adapter's topic accepts no record of that size. */
    OUTBOUND_TOO_LARGE("outbound.too_large"),
    /** The part is on the adapter's topic, and no receipt came from the adapter. */
    OUTBOUND_NO_RECEIPT("outbound.no_receipt"),
    /** An operator has taken the conversation over before the part was sent. */
    TAKEN_OVER("taken_over"),
    /** The bot is not registered. */
    BOT_UNKNOWN("bot.unknown"),
    /** No token of the bot is a secret of its workspace, or there is no way to its API. */
    BOT_TOKEN_MISSING("bot.token_missing"),
    /** The reply target of the event names no chat. */
    BOT_NO_CHAT("bot.no_chat"),
    /** The rules of outbound calls forbid the address of the platform. */
    BOT_ADDRESS_FORBIDDEN("bot.address_forbidden"),
    /** The platform does not accept the token. */
    BOT_UNAUTHORIZED("bot.unauthorized"),
    /** The bot may not write there, for instance because the person blocked it. */
    BOT_FORBIDDEN("bot.forbidden"),
    /** The platform refused a call for another reason. */
    BOT_REFUSED("bot.refused"),
    /** The platform did not accept the part before it grew too old. */
    BOT_GIVEN_UP("bot.given_up"),
    /** A call had no answer and was not repeated, as the policy of the bot requires; the other calls were accepted. */
    BOT_CALL_UNKNOWN("bot.call_unknown");

    private final String wire;

    RejectionCode(String wire) {
        this.wire = wire;
    }

    /** Returns the {@code error_code} of the receipt. */
    public String wire() {
        return wire;
    }
}
