package dev.agenthost.delivery.surface.calls;

import dev.agenthost.delivery.send.RejectionCode;

/**
 * The codes of a platform, in receipts.
 *
 * @param unauthorized for a refusal with 401
 * @param forbidden for a refusal with 403
 */
public record CallCodes(
        RejectionCode unauthorized,
        RejectionCode forbidden,
        RejectionCode refused,
        RejectionCode addressForbidden,
        RejectionCode givenUp,
        RejectionCode callUnknown) {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    RejectionCode ofRefusal(int code) {
        return switch (code) {
            case UNAUTHORIZED -> unauthorized;
            case FORBIDDEN -> forbidden;
            default -> refused;
        };
    }
}
