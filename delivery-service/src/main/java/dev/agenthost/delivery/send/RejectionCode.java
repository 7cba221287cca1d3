package dev.agenthost.delivery.send;

/** Why a part was not delivered, as receipts say it. */
public enum RejectionCode {
    /** {@code secret_ref} names a secret that this service does not have, or there is none to sign with. */
    SECRET_MISSING("webhook.secret_missing"),
    /** Not an absolute http or https address of a host. */
    URL_INVALID("webhook.url_invalid"),
    /** The host has an address inside a private network. */
    ADDRESS_FORBIDDEN("webhook.address_forbidden"),
    /** The receiver refused it for good: a status that is neither a success nor worth repeating. */
    REFUSED("webhook.refused"),
    /** The receiver did not take it before it grew too old. */
    GIVEN_UP("webhook.given_up"),
    /** The adapter's topic did not take it before it grew too old: there is none, or we may not write to it. */
    OUTBOUND_GIVEN_UP("outbound.given_up"),
    /** The adapter's topic takes no record of that size. */
    OUTBOUND_TOO_LARGE("outbound.too_large"),
    /** It is on the adapter's topic, and the adapter did not tell what became of it. */
    OUTBOUND_NO_RECEIPT("outbound.no_receipt");

    private final String wire;

    RejectionCode(String wire) {
        this.wire = wire;
    }

    /** {@code error_code} of the receipt. */
    public String wire() {
        return wire;
    }
}
