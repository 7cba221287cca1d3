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
    /** The bot is not configured, or its token is no secret of its workspace. */
    TELEGRAM_TOKEN_MISSING("telegram.token_missing"),
    /** The bot is not registered. */
    TELEGRAM_BOT_UNKNOWN("telegram.bot_unknown"),
    /** The reply target of the event names no chat. */
    TELEGRAM_NO_CHAT("telegram.no_chat"),
    /** The rules of outbound calls forbid the address of the Bot API server. */
    TELEGRAM_ADDRESS_FORBIDDEN("telegram.address_forbidden"),
    /** Telegram does not know the token. */
    TELEGRAM_UNAUTHORIZED("telegram.unauthorized"),
    /** The bot may not write there: the person blocked it, or it is no member of the group. */
    TELEGRAM_FORBIDDEN("telegram.forbidden"),
    /** Telegram refused a call for another reason. */
    TELEGRAM_REFUSED("telegram.refused"),
    /** Telegram did not accept the part before it grew too old. */
    TELEGRAM_GIVEN_UP("telegram.given_up"),
    /** A call had no answer and was not repeated, as the policy of the bot requires; the other calls were accepted. */
    TELEGRAM_CALL_UNKNOWN("telegram.call_unknown"),
    /** The bot is not registered. */
    ONEBOT_BOT_UNKNOWN("onebot.bot_unknown"),
    /** The access token of the bot is no secret of its workspace, or the bot has neither an address of its API nor a connection. */
    ONEBOT_TOKEN_MISSING("onebot.token_missing"),
    /** The reply target of the event names no chat. */
    ONEBOT_NO_CHAT("onebot.no_chat"),
    /** The rules of outbound calls forbid the address of the API. */
    ONEBOT_ADDRESS_FORBIDDEN("onebot.address_forbidden"),
    /** The implementation does not accept the access token. */
    ONEBOT_UNAUTHORIZED("onebot.unauthorized"),
    /** The implementation refused a call for another reason. */
    ONEBOT_REFUSED("onebot.refused"),
    /** The implementation did not accept the part before it grew too old. */
    ONEBOT_GIVEN_UP("onebot.given_up"),
    /** A call had no answer and was not repeated, as the policy of the bot requires; the other calls were accepted. */
    ONEBOT_CALL_UNKNOWN("onebot.call_unknown");

    private final String wire;

    RejectionCode(String wire) {
        this.wire = wire;
    }

    /** Returns the {@code error_code} of the receipt. */
    public String wire() {
        return wire;
    }
}
