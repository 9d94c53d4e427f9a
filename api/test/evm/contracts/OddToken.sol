// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity ^0.8.20;

/// A token that keeps a part of each transfer, as Tether's contract on Ethereum can, and whose balances can change by themselves.
contract OddToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    address public immutable owner = msg.sender;
    uint256 public feeUnits;
    /// Whether the recipient's log says what was sent instead of what arrives.
    bool public logsWhatWasSent;
    uint256 private percent = 100;
    mapping(address => uint256) private shares;

    function mint(address to, uint256 units) external {
        shares[to] += units;
        emit Transfer(address(0), to, units);
    }

    function setFee(uint256 units, bool logsSent) external {
        feeUnits = units;
        logsWhatWasSent = logsSent;
    }

    /// All balances become so many percent of what was minted and moved, without a log.
    function rebase(uint256 to) external {
        percent = to;
    }

    function balanceOf(address holder) external view returns (uint256) {
        return (shares[holder] * percent) / 100;
    }

    function transfer(address to, uint256 units) external returns (bool) {
        shares[msg.sender] -= units;
        shares[to] += units - feeUnits;
        shares[owner] += feeUnits;
        emit Transfer(msg.sender, to, logsWhatWasSent ? units : units - feeUnits);
        if (feeUnits > 0 && !logsWhatWasSent) emit Transfer(msg.sender, owner, feeUnits);
        return true;
    }
}
