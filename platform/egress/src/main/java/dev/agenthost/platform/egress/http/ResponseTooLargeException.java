package dev.agenthost.platform.egress.http;

/** An answer has more bytes than whoever asked wants to hold. */
public final class ResponseTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ResponseTooLargeException(int most) {
        super("the answer has more than " + most + " bytes");
    }
}
