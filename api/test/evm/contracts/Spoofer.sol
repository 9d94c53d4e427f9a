// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity ^0.8.20;

/// A stranger's contract that pretends to take coins from an address, in the two ways that wallets are fooled with.
contract Spoofer {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function spoof(address token, address from, address to) external {
        // A worthless token's own log, which may say anything.
        emit Transfer(from, to, 1_000_000_000);
        // Nothing needs no allowance: a token that is worth something logs a transfer from that address.
        (bool done, ) = token.call(abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, 0));
        require(done, "transferFrom failed");
    }
}
