package dev.agenthost.egress.http;

/** An answer has more bytes than whoever asked wants to hold. */
public final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLargeException(int most) {
        super("the answer has more than " + most + " bytes");
    }
}
