// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity ^0.8.20;

/// A recipient whose code needs more than the 21,000 gas of a plain payment.
contract SmartWallet {
    uint256 public received;
    uint256 public payments;

    receive() external payable {
        received += msg.value;
        payments += 1;
    }
}
